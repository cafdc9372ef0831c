// The memo table of a search: entries by their keys. It grows, and forgets nothing unless it is cleared.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "hashing.hpp"
#include "memory.hpp"

namespace regicide {

// A key alone.
struct KeyEntry {
    Key key;
};

// Entry has a `key`; one that is all zero is a free place.
template <typename Entry>
class MemoTable {
    static_assert(std::is_trivially_copyable_v<Entry> && std::is_trivially_destructible_v<Entry>);

public:
    // The entry of a key, or none.
    const Entry* find(const Key& key) const {
        if (places_ == nullptr) {
            return nullptr;
        }
        for (std::size_t place = key.first & mask_;; place = (place + 1) & mask_) {
            if (places_[place].key == key) {
                return &places_[place];
            }
            if (is_free(places_[place].key)) {
                return nullptr;
            }
        }
    }

    // Have the place of a key brought near.
    void prefetch(const Key& key) const { regicide::prefetch(places_.get() + (key.first & mask_)); }

    // The entry of a key, made where there is none. There has to be room: see `grow`.
    Entry& insert(const Key& key) {
        std::size_t place = key.first & mask_;
        while (!is_free(places_[place].key)) {
            if (places_[place].key == key) {
                return places_[place];
            }
            place = (place + 1) & mask_;
        }
        places_[place].key = key;
        ++size_;
        return places_[place];
    }

    // Whether one more key needs a larger table first.
    bool full() const { return size_ >= room_; }

    // What the next `grow` needs while the old table is still there, in bytes.
    std::size_t bytes_to_grow() const { return bytes() + sizeof(Entry) * (capacity() == 0 ? LEAST : 2 * capacity()); }

    void grow() {
        const std::size_t old_capacity = capacity();
        const LargeArray<Entry> old = std::move(places_);
        const std::size_t larger = old_capacity == 0 ? LEAST : 2 * old_capacity;
        places_ = make_zeroed<Entry>(larger);
        mask_ = larger - 1;
        room_ = larger / 8 * 5;
        size_ = 0;
        for (std::size_t place = 0; place < old_capacity; ++place) {
            if (!is_free(old[place].key)) {
                insert(old[place].key) = old[place];
            }
        }
    }

    // Forget all keys, but keep the memory.
    void clear() {
        if (size_ > 0) {
            std::fill_n(places_.get(), capacity(), Entry{});
            size_ = 0;
        }
    }

    std::size_t size() const { return size_; }
    std::size_t bytes() const { return sizeof(Entry) * capacity(); }

private:
    static constexpr std::size_t LEAST = 1 << 12;

    static bool is_free(const Key& key) { return (key.first | key.second) == 0; }
    std::size_t capacity() const { return places_ == nullptr ? 0 : mask_ + 1; }

    LargeArray<Entry> places_;
    std::size_t mask_ = 0;
    std::size_t room_ = 0;
    std::size_t size_ = 0;
};

}  // namespace regicide
