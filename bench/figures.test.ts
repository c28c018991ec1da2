import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ageOf, changedSince, formatNumbers, readFigures } from './figures.ts'
import { MEASURED } from './measured.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

test('every bench has one line in bench/figures.json, in order, and no other has', () => {
  expect(readFigures().map((figure) => figure.bench)).toEqual(Object.keys(MEASURED).toSorted())
})

test('the page of figures names every bench', () => {
  const page = readFileSync(path.join(ROOT, 'docs/figures.md'), 'utf8')
  expect(Object.keys(MEASURED).filter((name) => !page.includes(`\n| ${name} `))).toEqual([])
  // What changed since a figure was measured is true of one commit only.
  expect(page).not.toMatch(/\| State|current|changed since/)
})

test('every path that a bench measures exists', () => {
  const paths = Object.values(MEASURED).flat()
  expect(paths.filter((one) => !existsSync(path.join(ROOT, one)))).toEqual([])
})

test('a figure is old when a file that it measures changed after its commit', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'enlace-figures-'))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  try {
    git('init', '--quiet')
    for (const name of ['measured.ts', 'measured.test.ts', 'other.ts']) writeFileSync(path.join(root, name), 'one')
    git('add', '.')
    git('-c', 'user.name=a', '-c', 'user.email=a@correo.test', 'commit', '--quiet', '--message', 'one')
    const commit = git('rev-parse', 'HEAD')
    for (const name of ['measured.test.ts', 'other.ts']) writeFileSync(path.join(root, name), 'two')
    expect(changedSince(commit, ['measured.ts', 'measured.test.ts'], root)).toBe(0)
    writeFileSync(path.join(root, 'measured.ts'), 'two')
    expect(changedSince(commit, ['measured.ts', 'measured.test.ts'], root)).toBe(1)
    expect(changedSince('0'.repeat(40), ['measured.ts'], root)).toBe(null)
  } finally {
    rmSync(root, { recursive: true })
  }
  const states = [null, 0, 1, 3].map(ageOf)
  expect(states).toEqual([
    'old: its commit is not here',
    'current',
    'old: 1 file changed since',
    'old: 3 files changed since',
  ])
})

test('numbers are printed in one line', () => {
  expect(formatNumbers({ p95_ms: 3, memory: { peak: 1, max: 2 }, seconds: [1, 2], rounds: [{ a: 1 }] })).toBe(
    'p95 ms 3, memory peak 1, memory max 2, seconds 1 / 2',
  )
})
