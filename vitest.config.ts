import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

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

/** The tests of folders of the integration tests that need no database: they are unit tests. */
const WITHOUT_DATABASE = [
  'src/server/config.test.ts',
  'src/server/core/next-call.test.ts',
  'src/server/einvoices/ubl/ubl.test.ts',
  'test/architecture.test.ts',
  'test/afterwards.test.ts',
  'test/asvs.test.ts',
  'test/conveniences.test.ts',
  'test/kept-screens.test.ts',
  'test/licences.test.ts',
  'test/migrations.test.ts',
  'test/requirements.test.ts',
  'test/statements/*.test.ts',
  'test/tables.test.ts',
  'test/verdict.test.ts',
  'test/walked-screens.test.ts',
  'test/words.test.ts',
  'src/server/einvoices/same-totals.test.ts',
  'src/server/files/windows-1252.test.ts',
  'src/server/files/pdf-content.test.ts',
  'src/server/pqr/parse-mail.test.ts',
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
