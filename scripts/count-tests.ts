import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'

const VitestReport = z.object({
  numPassedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
})
type Suite = { specs: { ok: boolean; title: string; file: string; line: number }[]; suites?: Suite[] | undefined }
const Suite: z.ZodMiniType<Suite> = z.object({
  specs: z.array(z.object({ ok: z.boolean(), title: z.string(), file: z.string(), line: z.number() })),
  suites: z.optional(z.array(z.lazy(() => Suite))),
})
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  suites: z.array(Suite),
  errors: z.array(z.unknown()),
})

type Count = { passed: number; failed: number; skipped: number }

const [failedStages = '0', ...stages] = process.argv.slice(2)
const counts = stages.map(countSuite)
const total = (side: keyof Count): number => counts.reduce((sum, count) => sum + count[side], 0)
const failed = total('failed') + Number(failedStages)
console.log(`${total('passed')} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

/** One suite, written `name:exit code:report`. An error outside of a test counts as one failure. */
function countSuite(suite: string): Count {
  const [name = '', code = '', ...rest] = suite.split(':')
  const count = readCount(rest.join(':'))
  if (count.skipped > 0) console.log(`${name}: ${count.skipped} skipped`)
  if (count.failed > 0) return count
  if (code !== '0') return countFailure(name, `its runner ended with ${code}`, count)
  return count.passed === 0 ? countFailure(name, 'it ran no test', count) : count
}

function countFailure(name: string, why: string, count: Count): Count {
  console.log(`${name}: ${why}`)
  return { ...count, failed: 1 }
}

function readCount(file: string): Count {
  if (!existsSync(file)) return { passed: 0, failed: 0, skipped: 0 }
  try {
    const report: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const vitest = VitestReport.safeParse(report)
    return vitest.success ? countVitest(vitest.data) : countPlaywright(PlaywrightReport.parse(report))
  } catch (error) {
    console.log(`${file} cannot be read: ${String(error)}`)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

/** A file that fails before its first test reports no test: it counts as one failure. */
function countVitest({ numPassedTests, numPendingTests, testResults }: z.infer<typeof VitestReport>): Count {
  for (const { name, status, assertionResults } of testResults) {
    const names = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => fullName)
    if (status === 'failed') printFailed(path.relative('', name), names.length > 0 ? names : ['before its first test'])
  }
  const broken = testResults.map(({ status, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed').length
    return status === 'failed' ? Math.max(1, tests) : tests
  })
  return { passed: numPassedTests, failed: broken.reduce((sum, tests) => sum + tests, 0), skipped: numPendingTests }
}

/** The names of the failed tests, at the end of the output, which is the part that CI keeps. */
function printFailed(file: string, names: readonly string[]): void {
  for (const name of names) console.log(`failed: ${file} › ${name}`)
}

function failedSpecs({ specs, suites = [] }: Suite): Suite['specs'] {
  return [...specs.filter(({ ok }) => !ok), ...suites.flatMap(failedSpecs)]
}

function countPlaywright({ stats, suites, errors }: z.infer<typeof PlaywrightReport>): Count {
  for (const { file, line, title } of suites.flatMap(failedSpecs)) printFailed(`${file}:${line}`, [title])
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected || Math.min(1, errors.length),
    skipped: stats.skipped,
  }
}
