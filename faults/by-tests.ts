import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as z from 'zod/mini'
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
 * so a green test is 0 of each. The numbers of copies, kills and forged events are in the tests.
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
    // An attempt stays unknown and is never sent again; after five failures the provider is not called for half a minute.
    {
      name: 'F6',
      set: 'provider',
      title: 'the provider hangs, fails or cuts',
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
      const { passed, failed, output } = await runTests(file, starts, rounds === null ? {} : (full ?? {}))
      const problems = failed > 0 || passed === 0 ? [`${failed} tests failed, ${passed} passed: ${output}`] : []
      return { times: passed + failed, lost: 0, twice: 0, recoveredMs: null, problems, late: [], note: `by ${file}` }
    },
  }
}

const Results = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      message: z.optional(z.string()),
      assertionResults: z.array(z.object({ failureMessages: z.array(z.string()) })),
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
      passed: results.numPassedTests,
      failed: results.numFailedTests,
      output: (messages[0] ?? results.testResults[0]?.message ?? '').split('\n')[0] ?? '',
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
