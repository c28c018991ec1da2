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
const EXIT_FLAGS = ['--no-maglev']

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

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          execArgv: EXIT_FLAGS,
          include: ['src/domain/**/*.test.ts', 'src/web/**/*.test.{ts,tsx}', 'bench/**/*.test.ts', ...WITHOUT_DATABASE],
          // A busy machine takes five times as long: nothing is measured here.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'integration',
          execArgv: EXIT_FLAGS,
          include: ['src/{server,demo,simulators,embedded-postgres}/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...WITHOUT_DATABASE],
          globalSetup: ['test/global-setup.ts'],
          setupFiles: ['test/statements/record.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
    ],
  },
})
