import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Components that are shown inside others (every field, form, table and screen), and the one that only an error shows. */
const SHOWN_INSIDE_OTHERS = [
  'ColumnMenu',
  'ErrorBoundary',
  'Field',
  'FormProblem',
  'LazyMenu',
  'Pagination',
  'RowActions',
  'RowCheck',
  'RowMenu',
  'ScreenHeading',
  'SortSelect',
  'TableRows',
  'Title',
  'ToastBox',
]

const listComponents = (folder: string): string[] =>
  readdirSync(path.join(import.meta.dirname, folder)).filter((name) => name.endsWith('.tsx'))

test('the kit page shows every component', () => {
  const page = listComponents('.')
    .map((name) => readFileSync(path.join(import.meta.dirname, name), 'utf8'))
    .join('\n')
  const pieces = listComponents('../ui').map((name) => name.replace('.tsx', ''))
  expect(pieces.length).toBeGreaterThan(15)
  expect(
    pieces.filter((piece) => !SHOWN_INSIDE_OTHERS.includes(piece) && !page.includes(`#web/ui/${piece}.tsx'`)),
  ).toEqual([])
})
