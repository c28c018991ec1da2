import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { WITHOUT_DATABASE } from './test/without-database.ts'

/** The files that take longest, the longest first. Without results of an earlier run, Vitest begins with the largest files. */
const LONGEST = [
  'test/run-outage.test.ts',
  'test/model/model.test.ts',
  'test/payment-faults.test.ts',
  'src/embedded-postgres/embedded.test.ts',
  'test/cost.test.ts',
  'test/authorization/matrix.test.ts',
  'test/process.test.ts',
]

/** The processes of Vitest end with process.exit: see src/server/exit-flags.ts. */
const EXIT_FLAGS = ['--no-maglev', '--no-concurrent-sparkplug']

/** Tests that replace a module or a global object, as `window`: each file has a process of its own. */
const WEB = ['src/web/**/*.test.{ts,tsx}', 'test/walked-screens.test.ts']

/** The integration tests that compare the first call of a process with its later ones, each in a process of its own. */
const INTEGRATION_ALONE = ['src/server/platform/health.test.ts']

// A busy machine takes five times as long: nothing is measured here.
const unit = { execArgv: EXIT_FLAGS, testTimeout: 30_000 }

const integration = {
  execArgv: EXIT_FLAGS,
  globalSetup: ['test/global-setup.ts'],
  setupFiles: ['test/statements/record.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  maxWorkers: 2,
}

/** Begins with the longest files, so that the run does not end with one worker at work and the other idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}`))
      return found === -1 ? LONGEST.length : found
    }
    // oxlint-disable-next-line unicorn/no-array-sort -- the method of Vitest, not of an array
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}

// The files of a worker share its modules (`isolate: false`): to load them for each file takes more than half of the processor time.
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...unit,
          name: 'unit',
          include: ['src/domain/**/*.test.ts', 'bench/**/*.test.ts', ...WITHOUT_DATABASE],
          exclude: WEB,
          isolate: false,
        },
      },
      { test: { ...unit, name: 'unit-web', include: WEB } },
      {
        test: {
          ...integration,
          name: 'integration',
          include: ['src/{server,demo,simulators,embedded-postgres}/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...WITHOUT_DATABASE, ...INTEGRATION_ALONE],
          isolate: false,
        },
      },
      { test: { ...integration, name: 'integration-alone', include: INTEGRATION_ALONE } },
    ],
  },
})
