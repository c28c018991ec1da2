import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { demoApi } from '#domain/auth/demo-api.ts'
import { REFUSAL_STATUS } from '#domain/core/refusal.ts'
import { routes } from '#server/app.ts'
import { openApiOf } from '#server/platform/openapi.ts'
import { readDocument } from '#web/api-reference/document.ts'

const PAGE = readFileSync(path.resolve(import.meta.dirname, '../docs/api.md'), 'utf8')
/** The paths of docs/api.md: whole, with their method, or only their end (`…/preview`, `/pdf`). A parameter is `{}`. */
const named = [
  ...PAGE.replace(/```[\s\S]*?```/g, '')
    .replace(/\s*\n\s*/g, ' ')
    .matchAll(/`(?:(GET|POST|PATCH|PUT|DELETE) )?…?(\/[\w/{}:.-]*)[^`]*`/g),
].map(([text, method, shown = '']) => ({ text, method, path: withoutNames(shown) }))

test('API-04 the page of the API reads the document that the server serves, every call of it', async () => {
  const document = JSON.parse(JSON.stringify(await openApiOf(routes)))
  const calls = readDocument(document).groups.flatMap((group) => group.calls)
  expect(calls.map(({ id }) => id)).toEqual([...new Set(calls.map(({ id }) => id))])
  expect(calls.length).toBe(routes.length)
})

test('API-04 docs/api.md names the path of every call, whole or by its end', () => {
  const ends = named.map((one) => one.path).filter((end) => /[a-z]/.test(end))
  expect(ends.length).toBeGreaterThan(200)
  const paths = routes.map(({ endpoint }) => endpoint.path)
  expect(paths.filter((one) => !ends.some((end) => withoutNames(one).endsWith(end)))).toEqual([])
})

test('API-04 docs/api.md names no call that does not exist', () => {
  const endpoints = [...routes.map(({ endpoint }) => endpoint), ...Object.values(demoApi)]
  const calls = new Set(endpoints.map((endpoint) => `${endpoint.method} ${withoutNames(endpoint.path)}`))
  const whole = named.filter(({ method, text }) => method !== undefined && !text.includes('…'))
  expect(whole.length).toBeGreaterThan(100)
  expect(whole.filter((one) => !calls.has(`${one.method} ${one.path}`)).map(({ text }) => text)).toEqual([])
})

test('API-03 docs/api.md has each code of an error in the row of its status', () => {
  const rows = PAGE.split('\n').filter((line) => /^\| \d{3}/.test(line))
  const missing = Object.entries(REFUSAL_STATUS).filter(
    ([code, status]) =>
      !rows.some(
        (row) => row.split('|')[1]?.includes(String(status)) === true && row.includes(`\`${code.toUpperCase()}\``),
      ),
  )
  expect(missing).toEqual([])
})

/** '/client/:id' and '/client/{id}' as '/client/{}'. */
function withoutNames(shown: string): string {
  return shown.replace(/:\w+|\{\w+\}/g, '{}').replace(/(?<=.)\/$/, '')
}
