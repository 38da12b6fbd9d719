//! What a worker counts, as a status for coordinators and as metrics in Prometheus' text format.

use std::sync::atomic::{AtomicU64, Ordering};

use grandline_arena::Speed;
use grandline_arena::metrics::Metrics;

use super::WorkerOptions;
use crate::message::WorkerStatus;

/// Counts since the start.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    pub(super) games: AtomicU64,
    pub(super) jobs: AtomicU64,
    pub(super) errors: AtomicU64,
    pub(super) troubles: AtomicU64,
    pub(super) running: AtomicU64,
}

impl Counters {
    /// What the worker says about itself.
    pub(super) fn status(&self, options: &WorkerOptions, speed: Speed) -> WorkerStatus {
        WorkerStatus {
            name: options.name.clone(),
            version: options.version.clone(),
            cores: options.cores,
            speed: speed.nodes,
            noise: speed.noise,
            games: self.games.load(Ordering::Relaxed),
            errors: self.errors.load(Ordering::Relaxed),
            ..WorkerStatus::default()
        }
    }

    /// The metrics of the worker.
    pub(super) fn metrics(&self, options: &WorkerOptions, speed: Speed) -> String {
        let status = self.status(options, speed);
        let [jobs, troubles, running] =
            [&self.jobs, &self.troubles, &self.running].map(|count| count.load(Ordering::Relaxed));
        let mut metrics = Metrics::default();
        let labels = [("version", status.version.as_str()), ("name", &status.name)];
        metrics
            .info("grandline_worker_info", "The version and the name of the worker.", &labels)
            .gauge("grandline_worker_cores", "Games played at once.", status.cores as u64)
            .gauge("grandline_worker_speed", "Measured nodes per second of one core.", status.speed)
            .gauge("grandline_worker_noise_percent", "How much that measurement varied.", status.noise.into())
            .counter("grandline_worker_games_total", "Games played and accepted by the broker.", status.games)
            .counter("grandline_worker_jobs_total", "Jobs taken.", jobs)
            .counter("grandline_worker_errors_total", "Jobs that failed.", status.errors)
            .counter("grandline_worker_broker_failures_total", "Failures of the broker.", troubles)
            .gauge("grandline_worker_jobs_running", "Jobs under way.", running);
        metrics.text().to_owned()
    }
}
