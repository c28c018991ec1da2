import { expect, test } from 'vitest'
import { inBatches } from './batches.ts'

/** Doubles numbers, and keeps the batches in which they came. A batch that contains `refused` fails. */
function doubling(max: number, refused: number | null = null) {
  const batches: [string, number[]][] = []
  const add = inBatches<number, number>(max, async (key, items) => {
    batches.push([key, [...items]])
    await new Promise((resolve) => setImmediate(resolve))
    if (refused !== null && items.includes(refused)) throw new Error(`${refused} is refused`)
    return items.map((item) => item * 2)
  })
  return { add, batches }
}

test('the items of one turn run in batches of the maximum size, and each gets its own result', async () => {
  const { add, batches } = doubling(2)
  expect(await Promise.all([1, 2, 3].map((item) => add('a', item)))).toEqual([2, 4, 6])
  expect(batches).toEqual([
    ['a', [1, 2]],
    ['a', [3]],
  ])
})

test('the items that arrive while a batch runs form the next batch, and another key does not wait', async () => {
  const batches: string[] = []
  const end = Promise.withResolvers<void>()
  const add = inBatches<number, number>(10, async (key, items) => {
    batches.push(`${key} ${items.join(' ')}`)
    if (key === 'a') await end.promise
    return items
  })
  const first = add('a', 1)
  expect(await add('b', 2)).toBe(2)
  const next = [add('a', 3), add('a', 4)]
  end.resolve()
  expect(await Promise.all([first, ...next])).toEqual([1, 3, 4])
  expect(batches).toEqual(['a 1', 'b 2', 'a 3 4'])
})

test('an item that fails does not fail the others of its batch, nor the next batch', async () => {
  const { add, batches } = doubling(3, 2)
  const results = await Promise.allSettled([1, 2, 3].map((item) => add('a', item)))
  expect(results).toMatchObject([{ value: 2 }, { reason: { message: '2 is refused' } }, { value: 6 }])
  expect(batches.map(([, items]) => items)).toEqual([[1, 2, 3], [1], [2], [3]])
  expect(await add('a', 4)).toBe(8)
})

test('an error that is of no item fails the whole batch in one attempt', async () => {
  const tried: number[][] = []
  const add = inBatches<number, number>(
    3,
    async (_key, items) => {
      tried.push([...items])
      throw new Error('the database does not answer')
    },
    (error) => error instanceof RangeError,
  )
  const results = await Promise.allSettled([1, 2, 3].map((item) => add('a', item)))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(tried).toEqual([[1, 2, 3]])
})
