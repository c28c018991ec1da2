import { expect, test } from 'vitest'
import { newId } from '#server/core/ids.ts'
import { testApp } from '#test/world.ts'
import { plainArray, textArray, uuidArray } from './arrays.ts'

const t = testApp()

const elements = async (array: unknown, type: string): Promise<unknown[]> => {
  const text = `select value from unnest($1::${type}[]) with ordinality element (value, place) order by place`
  const { rows } = await t.world.pool.query<{ value: unknown }>(text, [array])
  return rows.map(({ value }) => value)
}

test.for([
  ['several ids', [newId(), newId(), newId()]],
  ['nulls between ids', [null, newId(), null, newId(), null]],
  ['nulls only', [null, null]],
  ['nothing', []],
] as const)(
  'PostgreSQL reads an array of uuid in its binary form as the ids that were written: %s',
  async ([, ids]) => {
    expect(await elements(uuidArray(ids), 'uuid')).toEqual(ids)
  },
)

test.for(['no es un id', '', newId().slice(1), `${newId()}0`, `${newId().slice(0, -1)}g`])(
  'text that is not a uuid is refused before it reaches the database: %j',
  (text) => {
    expect(() => uuidArray([newId(), text])).toThrow(RangeError)
    expect(() => uuidArray([text, newId().slice(0, 72 - text.length)])).toThrow(RangeError)
  },
)

test('PostgreSQL reads the text of an array as the values that were written, also with quotes, commas and braces', async () => {
  expect(await elements(plainArray([1, null, -20]), 'int')).toEqual([1, null, -20])
  const texts = ['una, dos', 'con "comillas"', String.raw`barra \ y {llave}`, '', null, 'NULL']
  expect(await elements(textArray(texts), 'text')).toEqual(texts)
})
