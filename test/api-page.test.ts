import { expect, test } from 'vitest'
import { routes } from '#server/app.ts'
import { openApiOf } from '#server/platform/openapi.ts'
import { readDocument } from '#web/api-reference/document.ts'

test('API-04 the page of the API reads the document that the server serves, every call of it', () => {
  const document = JSON.parse(JSON.stringify(openApiOf(routes)))
  const calls = readDocument(document).groups.flatMap((group) => group.calls)
  expect(calls.map(({ id }) => id)).toEqual([...new Set(calls.map(({ id }) => id))])
  expect(calls.length).toBe(routes.length)
})
