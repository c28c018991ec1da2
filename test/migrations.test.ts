import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')
const FOLDER = path.join(ROOT, 'db/migrations')

test('each migration has the digest that db/digests.txt has for it: one that is new gets its line by npm run schema', () => {
  const digests = readdirSync(FOLDER)
    .toSorted()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(path.join(FOLDER, name)))
          .digest('hex')}  ${name}`,
    )
  expect(digests.length).toBeGreaterThan(50)
  expect(readFileSync(path.join(ROOT, 'db/digests.txt'), 'utf8').trimEnd().split('\n')).toEqual(digests)
})

/** The commit from which on no migration is edited. Those that were edited before it are listed below. */
const SINCE = 'f489cf10733f5cbaf8f788ebf41d1e738229ce3b'

/** Edited before SINCE: a database that was made at an older commit than its last edit must be made again. */
const EDITED_BEFORE = [
  '0003_people.sql',
  '0005_requests.sql',
  '0006_parameters.sql',
  '0007_plans.sql',
  '0013_invoice_lists.sql',
  '0020_notifications.sql',
  '0022_search.sql',
  '0024_receipt_numbers_last.sql',
  '0027_ledger.sql',
  '0029_orders_of_lists.sql',
  '0031_reconnection_charges.sql',
]

const git = (...words: string[]): { ok: boolean; names: string[] } => {
  const { status, stdout } = spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' })
  return { ok: status === 0, names: namesIn(stdout) }
}

const namesIn = (text: string | null): string[] => [
  ...new Set([...(text ?? '').matchAll(/^db\/migrations\/(\S+\.sql)$/gm)].map((match) => match[1] ?? '')),
]

/** A copy without the history of git has only the digests, which one commit could change together with a file. */
const NO_HISTORY = 'a copy without the history of git: the digests are compared, not the commits'
const hasHistory = git('merge-base', '--is-ancestor', SINCE, 'HEAD').ok

/** A migration that a branch still writes is new in the merge: --first-parent shows it as added. */
const EDITS = ['--diff-filter=MDR', '--name-only', '--format=', '--no-renames']

test('no committed migration is edited or removed: the next change is a new file', ({ skip }) => {
  skip(!hasHistory, NO_HISTORY)
  const committed = git('log', ...EDITS, '--first-parent', '-m', `${SINCE}..HEAD`, '--', 'db/migrations')
  const underWay = git('diff', ...EDITS.slice(0, 2), SINCE, '--', 'db/migrations')
  expect([committed.ok, underWay.ok]).toEqual([true, true])
  expect([...committed.names, ...underWay.names]).toEqual([])
})

test('the migrations that were edited before are the listed ones', ({ skip }) => {
  skip(!hasHistory, NO_HISTORY)
  const { names } = git('log', ...EDITS, SINCE, '--', 'db/migrations')
  expect(names.toSorted()).toEqual(EDITED_BEFORE)
})
