// The memo table of a search: keys of states that were searched to the end without a win. It forgets nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "hashing.hpp"

namespace regicide {

class MemoTable {
public:
    bool holds(const Key& key) const {
        if (places_ == nullptr) {
            return false;
        }
        for (std::size_t place = key.first & mask_;; place = (place + 1) & mask_) {
            if (places_[place] == key) {
                return true;
            }
            if (is_free(places_[place])) {
                return false;
            }
        }
    }

    // Put a key in that may be there already. There has to be room: see `grow`.
    void insert(const Key& key) {
        std::size_t place = key.first & mask_;
        while (!is_free(places_[place])) {
            if (places_[place] == key) {
                return;
            }
            place = (place + 1) & mask_;
        }
        places_[place] = key;
        ++size_;
    }

    // Whether one more key needs a larger table first.
    bool full() const { return size_ >= room_; }

    // What the next `grow` needs while the old table is still there, in bytes.
    std::size_t bytes_to_grow() const { return bytes() + sizeof(Key) * (capacity() == 0 ? LEAST : 2 * capacity()); }

    void grow() {
        const std::size_t old_capacity = capacity();
        const std::unique_ptr<Key[]> old = std::move(places_);
        const std::size_t larger = old_capacity == 0 ? LEAST : 2 * old_capacity;
        places_ = std::make_unique<Key[]>(larger);
        mask_ = larger - 1;
        room_ = larger / 8 * 5;
        size_ = 0;
        for (std::size_t place = 0; place < old_capacity; ++place) {
            if (!is_free(old[place])) {
                insert(old[place]);
            }
        }
    }

    std::size_t size() const { return size_; }
    std::size_t bytes() const { return sizeof(Key) * capacity(); }

private:
    static constexpr std::size_t LEAST = 1 << 12;

    static bool is_free(const Key& key) { return (key.first | key.second) == 0; }
    std::size_t capacity() const { return places_ == nullptr ? 0 : mask_ + 1; }

    std::unique_ptr<Key[]> places_;
    std::size_t mask_ = 0;
    std::size_t room_ = 0;
    std::size_t size_ = 0;
};

}  // namespace regicide
