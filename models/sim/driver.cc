// SPDX-License-Identifier: Apache-2.0
// The worker threads: tasks are taken in order and results are kept by task, so the number of
// threads changes nothing but the time.
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "models/sim/experiment.h"

namespace regress {
namespace {

class Workers {
 public:
  Workers(const Experiment& experiment, std::span<const SimulationTask> tasks)
      : experiment_(experiment), tasks_(tasks), figures_(tasks.size()) {}

  void Work(const std::function<void(size_t, size_t)>& progress) {
    for (size_t i = next_++; i < tasks_.size(); i = next_++) {
      try {
        figures_[i] = experiment_.Simulate(tasks_[i]);
      } catch (...) {
        KeepFailure(i);
      }
      const size_t done = ++done_;
      if (progress) progress(done, tasks_.size());
    }
  }

  std::vector<TaskFigures> Take() {
    if (failure_) std::rethrow_exception(failure_);
    return std::move(figures_);
  }

 private:
  // Of several failures the one of the first task is kept, whichever thread met it first.
  void KeepFailure(size_t task) {
    const std::lock_guard lock(mutex_);
    if (failure_ && task > failed_task_) return;
    failed_task_ = task;
    failure_ = std::current_exception();
  }

  const Experiment& experiment_;
  std::span<const SimulationTask> tasks_;
  std::vector<TaskFigures> figures_;
  std::atomic<size_t> next_{0};
  std::atomic<size_t> done_{0};
  std::mutex mutex_;
  size_t failed_task_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

SimulationResult RunExperiment(const Experiment& experiment, const SimulationRequest& request,
                               unsigned jobs, const std::function<void(size_t, size_t)>& progress) {
  const std::vector<SimulationTask> tasks = experiment.Plan(request);
  Workers workers(experiment, tasks);
  if (experiment.MeasuresHostTime(request)) jobs = 1;
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 1; i < jobs && i < tasks.size(); ++i)
      threads.emplace_back([&workers] { workers.Work({}); });
    workers.Work(progress);
  }
  const std::vector<TaskFigures> figures = workers.Take();
  return experiment.Summarise(request, tasks, figures);
}

}  // namespace regress
