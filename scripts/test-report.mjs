// A Vitest reporter: writes how many tests passed and how long each file took to the file that TEST_REPORT names.
import { writeFileSync } from 'node:fs';

export default class TestReport {
  files = [];
  counts = { passed: 0, failed: 0, skipped: 0 };
  skipped = [];

  onTestModuleEnd(module) {
    const { prepareDuration, setupDuration, collectDuration, duration } = module.diagnostic();
    const milliseconds = prepareDuration + setupDuration + collectDuration + duration;
    this.files.push({ file: module.relativeModuleId, seconds: milliseconds / 1000 });
    for (const test of module.children.allTests()) {
      const { state, note } = test.result();
      this.counts[state === 'pending' ? 'skipped' : state] += 1;
      if (state === 'skipped') this.skipped.push({ file: module.relativeModuleId, note: note ?? '' });
    }
    // A file that cannot be loaded, or whose hook fails, may have no failed test.
    if (module.errors().length > 0) this.counts.failed += 1;
  }

  report() {
    return { counts: this.counts, files: this.files, skipped: this.skipped };
  }

  onTestRunEnd(_modules, unhandledErrors) {
    this.counts.failed += unhandledErrors.length;
    writeFileSync(process.env.TEST_REPORT, JSON.stringify(this.report()));
  }
}
