import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')

/** The text of every test file: the titles that a page of docs/ cites must be in one. */
const TESTS = ['src', 'test', 'e2e']
  .flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
  .map((name) => readFileSync(path.join(ROOT, name), 'utf8'))

/** The titles between « and » of a page. */
export const citedTitles = (page: string): string[] => [...page.matchAll(/«([^»…]+)»/g)].map(([, title = '']) => title)

/** Whether a test has this title. */
export const isTitle = (title: string): boolean =>
  TESTS.some((text) => ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${quote},`)))
