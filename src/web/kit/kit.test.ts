import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Seen inside others: the frame of every field, the problem of every form, the pages of every table. And what only an error shows. */
const INSIDE = ['ErrorBoundary', 'Field', 'FormProblem', 'Pagination']

const read = (folder: string): string[] =>
  readdirSync(path.join(import.meta.dirname, folder)).filter((name) => name.endsWith('.tsx'))

test('the page of the kit shows every piece', () => {
  const page = read('.')
    .map((name) => readFileSync(path.join(import.meta.dirname, name), 'utf8'))
    .join('\n')
  const pieces = read('../ui').map((name) => name.replace('.tsx', ''))
  expect(pieces.length).toBeGreaterThan(15)
  expect(pieces.filter((piece) => !INSIDE.includes(piece) && !page.includes(`#web/ui/${piece}.tsx'`))).toEqual([])
})
