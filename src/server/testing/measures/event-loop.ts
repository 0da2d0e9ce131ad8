/** What the event loop of this thread was kept from, in milliseconds. */
export interface EventLoopReport {
  /** The longest time between two ticks of a timer of 10 ms, for any reason. */
  longestGapMs: number;
  /** The longest CPU time of this thread in one gap: independent of other load. */
  longestBusyMs: number;
}

const intervalMs = 10;

/** Measures the event loop with its own timer, from the call on. */
export function watchEventLoop(): { stop(): EventLoopReport } {
  const report: EventLoopReport = { longestGapMs: 0, longestBusyMs: 0 };
  let turnedAt = performance.now();
  let cpu = process.threadCpuUsage();
  const turn = (): void => {
    const now = performance.now();
    const { user, system } = process.threadCpuUsage(cpu);
    report.longestGapMs = Math.max(report.longestGapMs, now - turnedAt);
    report.longestBusyMs = Math.max(report.longestBusyMs, (user + system) / 1000);
    turnedAt = now;
    cpu = process.threadCpuUsage();
  };
  const timer = setInterval(turn, intervalMs);
  return {
    stop: () => {
      clearInterval(timer);
      turn();
      return report;
    },
  };
}
