// Long work away from the interpreter: its lock is released, and Ctrl-C still ends the work at once.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace regicide {

// How often the calling thread asks the interpreter for signals.
inline constexpr std::chrono::milliseconds SIGNAL_INTERVAL{20};

// Run `work(number, stop)` for the numbers 0 to threads - 1, each on a thread of its own, and wait for all of them.
//
// Call it with the interpreter's lock held. The work must not touch Python; it should end soon after a stop is asked
// for, which happens when a signal handler raises. The first exception, of the handler or of the work, is raised here.
template <typename Work>
void run_interruptibly(std::size_t threads, Work work) {
    std::mutex mutex;
    std::condition_variable changed;
    std::size_t running = threads;
    std::exception_ptr failure;
    std::stop_source stop;
    {
        std::vector<std::jthread> workers;
        workers.reserve(threads);
        const auto body = [&](std::size_t number) {
            std::exception_ptr caught;
            try {
                work(number, stop.get_token());
            } catch (...) {
                caught = std::current_exception();
                stop.request_stop();
            }
            const std::scoped_lock lock(mutex);
            if (caught && !failure) {
                failure = caught;
            }
            --running;
            changed.notify_all();
        };
        nanobind::gil_scoped_release released;
        for (std::size_t number = 0; number < threads; ++number) {
            workers.emplace_back(body, number);
        }
        std::unique_lock lock(mutex);
        while (!changed.wait_for(lock, SIGNAL_INTERVAL, [&running] { return running == 0; })) {
            lock.unlock();
            {
                const nanobind::gil_scoped_acquire acquired;
                if (!stop.stop_requested() && PyErr_CheckSignals() != 0) {
                    const std::scoped_lock guard(mutex);
                    failure = std::make_exception_ptr(nanobind::python_error());
                    stop.request_stop();
                }
            }
            lock.lock();
        }
    }
    if (failure) {
        std::rethrow_exception(failure);
    }
}

}  // namespace regicide
