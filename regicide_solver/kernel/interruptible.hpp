// Long work away from the interpreter: its lock is released, and Ctrl-C still ends the work at once.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "stop.hpp"

namespace regicide {

// How often the calling thread asks the interpreter for signals.
inline constexpr std::chrono::milliseconds SIGNAL_INTERVAL{20};

// Threads that are joined whatever happens (std::jthread is not everywhere yet).
class Workers {
public:
    Workers() = default;
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;
    ~Workers() {
        for (std::thread& worker : threads_) {
            worker.join();
        }
    }

    template <typename Body>
    void start(Body body) {
        threads_.emplace_back(body);
    }

private:
    std::vector<std::thread> threads_;
};

// Run `work(number, stop)` for the numbers 0 to threads - 1, each on a thread of its own, and wait for all of them.
//
// Call it with the interpreter's lock held. The work must not touch Python, and should end soon after `stop` is set,
// which happens when a signal handler raises. The first exception, of a handler or of the work, is raised here.
template <typename Work>
void run_interruptibly(int threads, Work work) {
    std::mutex mutex;
    std::condition_variable changed;
    int running = 0;
    std::exception_ptr failure;
    Stop stop = false;
    const auto fail = [&](const std::exception_ptr& caught) {
        const std::scoped_lock lock(mutex);
        failure = failure ? failure : caught;
        stop = true;
    };
    {
        const nanobind::gil_scoped_release released;
        Workers workers;
        try {
            for (int number = 0; number < threads; ++number) {
                const std::scoped_lock lock(mutex);
                workers.start([&, number] {
                    try {
                        work(number, stop);
                    } catch (...) {
                        fail(std::current_exception());
                    }
                    const std::scoped_lock ended(mutex);
                    --running;
                    changed.notify_all();
                });
                ++running;
            }
        } catch (...) {  // the system has no more threads
            fail(std::current_exception());
        }
        std::unique_lock lock(mutex);
        while (!changed.wait_for(lock, SIGNAL_INTERVAL, [&running] { return running == 0; })) {
            lock.unlock();
            if (!stop) {
                const nanobind::gil_scoped_acquire acquired;
                if (PyErr_CheckSignals() != 0) {
                    fail(std::make_exception_ptr(nanobind::python_error()));
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
