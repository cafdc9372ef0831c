// Large pieces of memory, in huge pages where the system has them, and memory that is brought near before it is used.
//
// A table is touched at random places: with small pages, most of these would have to be looked up each time, and each would
// have to be made when it is first touched.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace regicide {

struct FreeMemory {
    void operator()(void* memory) const { std::free(memory); }
};

template <typename Entry>
using LargeArray = std::unique_ptr<Entry[], FreeMemory>;

// So many entries, all bytes zero. Throws std::bad_alloc where there is no room.
template <typename Entry>
LargeArray<Entry> make_zeroed(std::size_t count) {
    const std::size_t bytes = count * sizeof(Entry);
#ifdef __linux__
    constexpr std::size_t HUGE_PAGE = std::size_t{1} << 21;
    const std::size_t whole_pages = (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    void* memory = bytes < HUGE_PAGE ? std::malloc(bytes) : std::aligned_alloc(HUGE_PAGE, whole_pages);
    if (memory != nullptr && bytes >= HUGE_PAGE) {
        madvise(memory, whole_pages, MADV_HUGEPAGE);  // advice: where it is not taken, nothing is lost
    }
#else
    void* memory = std::malloc(bytes);
#endif
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    std::memset(memory, 0, bytes);
    return LargeArray<Entry>(static_cast<Entry*>(memory));
}

// Have the cache line of an address brought near, where the compiler knows how to ask for that.
inline void prefetch([[maybe_unused]] const void* address) {
#ifdef __GNUC__
    __builtin_prefetch(address);
#endif
}

}  // namespace regicide
