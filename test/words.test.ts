import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')

/** The folders and files whose words are checked. */
const SOURCES_CHECKED: readonly string[] = [
  'test',
  'bench',
  'faults',
  'e2e',
  'scripts',
  'src',
  'docs',
  'README.md',
  'CONTRIBUTING.md',
  'STYLE.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'bin',
  'deploy',
  '.env.example',
  'db/migrations',
]
/** The last migration that was applied with the old words; applied migrations are never edited. */
const LAST_OLD_MIGRATION = 23

/** Refused words, a line that contains one, and the words to write instead. STYLE.md: literal verbs, nouns as subjects, no metaphor. */
type Rule = { words: RegExp; planted: string; instead: string }

const RULES: readonly Rule[] = [
  {
    words: /\b(houses?|housekeeping)\b/i,
    planted: 'const mortalHouse = 1',
    instead: 'Enlace, the product, the server',
  },
  { words: /\bbinnacle\b/i, planted: '// writes the binnacle', instead: 'audit log' },
  {
    words: /\b(tells?|told|foretell|foretold)\b/i,
    planted: '  toldAt: Date',
    instead: 'notify, notified, contain, expect',
  },
  { words: /\bforesee(n|s)?\b/i, planted: 'type Foreseen = 1', instead: 'preview' },
  { words: /\bheed(s|ed)?\b/i, planted: 'heeded(error)', instead: 'handle, handled' },
  { words: /\b(who|whose|whom)ever\b/i, planted: '// for whoever asks', instead: 'the caller, the user' },
  {
    words: /\b(no|some|every|any)body('?s)?\b/i,
    planted: 'const NOBODYS_HASH = 1',
    instead: 'the user, no user, every client',
  },
  { words: /\bstands\b/i, planted: '// what stands there', instead: 'is, remains' },
  { words: /\bletters?\b/i, planted: 'const hasLetter = true', instead: 'email; of a text: character' },
  { words: /\bjanitors?\b/i, planted: "from './janitor.ts'", instead: 'polling, cleanup job' },
  { words: /\b(un)?veil(s|ed)?\b/i, planted: 'export const unveil = 1', instead: 'obfuscate, deobfuscate' },
  { words: /\bfurnish(es|ed)?\b/i, planted: 'type Furnished = 1', instead: 'create, seed, fixture' },
  { words: /\bneighbou?rs?\b/i, planted: 'a.neighbour.id', instead: 'the other client, the next row' },
  { words: /\bmortal\b/i, planted: 'const MORTAL_EACH = 1', instead: 'crashing' },
  { words: /\b(deaths?|die[sd]?|dying|deeds?)\b/i, planted: 'server.dieNext(1)', instead: 'crash, end, be killed' },
  { words: /\bmanners\b/i, planted: '// without manners', instead: 'the literal fact' },
  { words: /\bbreath\b/i, planted: '// in one breath', instead: 'in one statement, synchronously' },
  { words: /\bbetray(s|ed)?\b/i, planted: '// betrays a chain', instead: 'show, leak' },
  { words: /\bheirs?\b/i, planted: 'const heir = 1', instead: 'successor, the next process' },
  {
    words: /\b(strangers?|guests?|ghosts?)\b/i,
    planted: 'openStranger()',
    instead: 'another user, unknown, unexpected',
  },
  { words: /\btwins?\b/i, planted: 'const twin = 1', instead: 'duplicate, the other' },
  { words: /\bdeaf\b/i, planted: 'const isDeaf = 1', instead: 'the server that does not answer' },
  { words: /\bspeaks?\b/i, planted: 'function speak() {', instead: 'send' },
  { words: /\blanes?\b/i, planted: 'const inLanes = 1', instead: 'queue, worker, group' },
  { words: /\bscenes?\b/i, planted: 'makeScene()', instead: 'context, fixtures' },
  { words: /\bdoors?\b/i, planted: '// past the door', instead: 'route, port, the call' },
  { words: /\bjudge[sd]?\b/i, planted: '// the clock judges', instead: 'check, decide, validate' },
  { words: /\bdear\b/i, planted: '// a calendar is dear', instead: 'slow, expensive' },
  {
    words: /\b(over|un)?hear(s|d|ing)?\b/i,
    planted: '// before the provider hears of it',
    instead: 'receive, read, be notified, detect',
  },
  // The adjective 'live' is allowed: live progress, aria-live, /health/live. So are short-lived and long-lived.
  {
    words: /\b(lives|living|outlive[sd]?)\b|(?<!\b(short|long) )\blived\b/i,
    planted: '// the file lives in the store',
    instead: 'is, is stored, is valid, remains',
  },
  {
    words: /\blive (in|on|at|under|inside|outside|within|beside|with|for|until|there|here|only|apart|alone)\b/i,
    planted: '// the jobs and seals live there',
    instead: 'are, are stored, remain',
  },
  {
    words: /\b(can|cannot|could|may|might|must|shall|should|will|would|they|which|alone) live\b/i,
    planted: '// a name cannot live elsewhere',
    instead: 'be, be stored, remain',
  },
]

/** Text that may contain a refused word, with its reason. An entry that no checked file needs is refused. */
type Allowed = { text: RegExp; planted: string; reason: string }

const ALLOWED: readonly Allowed[] = [
  { text: /(?<=^|['"`\s(]|\/api)\/binnacle\b/g, planted: "'GET /binnacle'", reason: 'the path of the wire' },
  { text: /\binitial_letter\b/g, planted: 'initial_letter', reason: 'a column and a field of the wire' },
  {
    text: /'nobody'|`nobody`|\bNOBODY_ACCOUNT\b/g,
    planted: "'nobody'",
    reason: 'a stored role of an event, and the account of the system',
  },
  { text: /\bletter-spacing\b/g, planted: 'letter-spacing', reason: 'a property of CSS' },
  { text: /\bHouse\b/g, planted: 'House', reason: 'an icon of lucide-react' },
  {
    text: /\bLetters; the code of a municipality\b/g,
    planted: '-- Letters; the code of a municipality',
    reason: 'the characters of a prefix, in a migration',
  },
  { text: /'stranger'/g, planted: "'stranger'", reason: 'a value of payment_cases.kind' },
  { text: /\bliving_sessions\b/g, planted: 'living_sessions', reason: 'a function of the database' },
  { text: /\bchange_lives_/g, planted: 'change_lives_', reason: 'a programme of the government, in parameters' },
]

type Line = { place: string; text: string }

/** The lines of the files below some folders, as 'file:line'. */
function readLines(sources: readonly string[]): Line[] {
  return sources.flatMap(listFiles).flatMap((file) => [
    { place: file, text: file },
    ...readFileSync(path.join(ROOT, file), 'utf8')
      .split('\n')
      .map((text, index) => ({ place: `${file}:${index + 1}`, text })),
  ])
}

function listFiles(source: string): string[] {
  if (statSync(path.join(ROOT, source)).isFile()) return [source]
  return readdirSync(path.join(ROOT, source), { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(source, name))
    .filter(
      (file) => /\.(tsx?|sql|sh|md|css|html)$/.test(file) && file !== 'test/words.test.ts' && !isOldMigration(file),
    )
    .toSorted()
}

function isOldMigration(file: string): boolean {
  const number = /^db\/migrations\/(\d+)/.exec(file)?.[1]
  return number !== undefined && Number(number) <= LAST_OLD_MIGRATION
}

/** The refused words of some lines, each with its place and the words to write instead. */
function findRefused(lines: readonly Line[]): string[] {
  return lines.flatMap(({ place, text }) => {
    const words = splitNames(withoutAllowed(withoutSpanish(text)))
    return RULES.flatMap((rule) => {
      const found = rule.words.exec(words)?.[0]
      return found === undefined ? [] : [`${place}: '${found}' → ${rule.instead}`]
    })
  })
}

/** 'mortalHouse' and 'NOBODYS_HASH' as separate words. */
const splitNames = (text: string): string => text.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[_-]/g, ' ')

const withoutAllowed = (text: string): string =>
  ALLOWED.reduce((rest, { text: allowed }) => rest.replace(allowed, ''), text)

const SPANISH = /[áéíóúñ¿¡]|\b(el|la|los|las|del|que|una?|por|para|con|tu)\b/i
const withoutSpanish = (text: string): string =>
  text.replace(/'[^']*'|"[^"]*"|`[^`]*`/g, (literal) => (SPANISH.test(literal) ? "''" : literal))

describe('each rule catches a planted word', () => {
  for (const rule of RULES)
    test(rule.planted, () => {
      expect(findRefused([{ place: 'a.ts:1', text: rule.planted }])).toContainEqual(
        expect.stringMatching(new RegExp(`^a\\.ts:1: .* → ${rule.instead}$`)),
      )
      expect(findRefused([{ place: 'a.ts:1', text: '// Reads the plan of the client.' }])).toEqual([])
    })
})

test('a refused word is allowed in a Spanish text, and only in the listed names', () => {
  const refused = (text: string) => findRefused([{ place: 'a.ts:1', text }]).length > 0
  expect(refused("toast('El salto mortal de la red')")).toBe(false)
  expect(refused("fail('a mortal server')")).toBe(true)
  for (const { planted } of ALLOWED) expect(refused(planted)).toBe(false)
  expect(refused("import { a } from '../binnacle/a.ts'")).toBe(true)
})

test('the adjective live is allowed', () => {
  for (const text of ['const isLive = true', '<div aria-live="polite">', "'/health/live'", 'short-lived objects'])
    expect(findRefused([{ place: 'a.ts:1', text }])).toEqual([])
})

test('each allowed name is used', () => {
  const lines = readLines(SOURCES_CHECKED).map(({ text }) => text)
  expect(
    ALLOWED.filter(({ text }) => !lines.some((line) => line.search(text) >= 0)).map(({ planted }) => planted),
  ).toEqual([])
})

test('the checked sources have no refused word', () => {
  const lines = readLines(SOURCES_CHECKED)
  expect(lines.length).toBeGreaterThan(10_000)
  expect(findRefused(lines)).toEqual([])
})
