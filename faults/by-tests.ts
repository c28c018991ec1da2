import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as z from 'zod/mini'
import type { FaultCounts } from '#test/fault-counts.ts'
import type { Fault, SetName } from './fault.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const VITEST = path.join(ROOT, 'node_modules/vitest/vitest.mjs')

/** `tests`: the file, and what the titles begin with. `full`: the variables of the long form, with --rounds. */
type ByTests = {
  name: string
  set: SetName
  title: string
  file: string
  starts: string
  full?: Readonly<Record<string, string>>
}

/**
 * Faults that a test of the product makes: the campaign runs it and prints its result. In these tests lost and twice are assertions,
 * and a test that reports its counts (test/fault-counts.ts) has them in the table; without a report the columns are empty. The numbers of
 * copies, kills and forged events are in the tests.
 */
export const TESTED: readonly Fault[] = (
  [
    // Two servers and two workers are killed in turns while genuine events arrive; the sender repeats what is not answered 200.
    {
      name: 'F2',
      set: 'crash',
      title: 'kill -9 during a stream of events',
      file: 'test/payment-faults.test.ts',
      starts: 'F2',
      full: { FAULTS: 'full' },
    },
    // Before the attempt is stored, after it, after the provider accepted, and before the reply.
    {
      name: 'F3',
      set: 'crash',
      title: 'kill -9 at the four moments of a payment',
      file: 'test/payment-faults.test.ts',
      starts: 'F3',
      full: { FAULTS: 'full' },
    },
    // After five failures the provider is not called for half a minute.
    {
      name: 'F6',
      set: 'provider',
      title: 'five failures of the provider: it is not called for a while',
      file: 'src/server/payments/truth.test.ts',
      starts: 'F6',
    },
    // The final state is the provider's, with one application.
    {
      name: 'F7',
      set: 'provider',
      title: 'each event ten times, in any order, twenty at once',
      file: 'src/server/payments/truth.test.ts',
      starts: 'F7',
    },
    // None is applied, all are stored, and staff is notified.
    {
      name: 'F8',
      set: 'provider',
      title: 'fourteen kinds of forged events, a hundred of each',
      file: 'src/server/payments/truth.test.ts',
      starts: 'F8',
    },
    // Polling settles every payment at its delays; after seven days a person looks. The clock of the test is set forward.
    {
      name: 'F9',
      set: 'provider',
      title: 'no event arrives for days',
      file: 'src/server/payments/truth.test.ts',
      starts: 'F9',
    },
    // The business goes on, and each message is sent once when mail is back.
    {
      name: 'F23',
      set: 'provider',
      title: 'no mail for an hour',
      file: 'src/server/messages/messages.test.ts',
      starts: 'F23',
    },
    // One row that cannot be written is found in a few tries, says why, and the others are done.
    {
      name: 'F22',
      set: 'crash',
      title: 'one contract of a thousand that cannot be billed',
      file: 'src/server/invoices/runs.test.ts',
      starts: 'INV-03 si el contrato 900',
    },
    // The same night under three time zones of the server.
    {
      name: 'F11',
      set: 'clock',
      title: 'UTC, Tokyo and Bogota bill the same night',
      file: 'src/server/invoices/runs.test.ts',
      starts: 'INV-07 con el servidor',
    },
    // The keys of providers and the pepper of the passwords come from the secret.
    {
      name: 'F24',
      set: 'disk',
      title: 'a restore with another secret',
      file: 'test/secret.test.ts',
      starts: 'F24',
    },
  ] satisfies ByTests[]
).map(faultOf)

function faultOf({ name, set, title, file, starts, full }: ByTests): Fault {
  return {
    name,
    set,
    title,
    run: async ({ rounds }) => {
      const { passed, failed, output, counts } = await runTests(file, starts, rounds === null ? {} : (full ?? {}))
      const problems = failed > 0 || passed === 0 ? [`${failed} tests failed, ${passed} passed: ${output}`] : []
      const total = (of: (one: FaultCounts) => number): number | null =>
        counts.length === 0 ? null : counts.reduce((sum, one) => sum + of(one), 0)
      const [lost, twice] = [total((one) => one.lost), total((one) => one.twice)]
      const times = total((one) => one.times) ?? passed + failed
      return { times, lost, twice, recoveredMs: null, problems, late: [], note: `by ${file}` }
    },
  }
}

const Counts = z.object({ times: z.number(), lost: z.number(), twice: z.number() })

const Results = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      message: z.optional(z.string()),
      assertionResults: z.array(
        z.object({ failureMessages: z.array(z.string()), meta: z.optional(z.object({ fault: z.optional(Counts) })) }),
      ),
    }),
  ),
})

async function runTests(file: string, starts: string, env: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'enlace-faults-'))
  try {
    const outputFile = path.join(folder, 'results.json')
    const args = [
      VITEST,
      'run',
      '--project',
      'integration',
      file,
      '-t',
      starts,
      '--reporter=json',
      `--outputFile=${outputFile}`,
    ]
    const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: 'ignore' })
    await once(child, 'exit')
    const results = z.parse(Results, JSON.parse(await readFile(outputFile, 'utf8')))
    const messages = results.testResults.flatMap(({ assertionResults }) =>
      assertionResults.flatMap(({ failureMessages }) => failureMessages),
    )
    return {
      counts: results.testResults.flatMap(({ assertionResults }) =>
        assertionResults.flatMap(({ meta }) => (meta?.fault === undefined ? [] : [meta.fault])),
      ),
      passed: results.numPassedTests,
      failed: results.numFailedTests,
      output: (messages[0] ?? results.testResults[0]?.message ?? '').split('\n')[0] ?? '',
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
