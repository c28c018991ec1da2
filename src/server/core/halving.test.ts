import { expect, test } from 'vitest'
import { runHalving } from './halving.ts'

const UNFIT = new RangeError('unfit')

/** Works through 1 to `count` in batches of eight; a batch with one of `unfit` fails. */
async function work(count: number, unfit: readonly number[], error: Error = UNFIT) {
  const [sizes, done, excluded]: [number[], number[], number[]] = [[], [], []]
  await runHalving(
    Array.from({ length: count }, (_, index) => index + 1),
    {
      max: 8,
      run: async (batch) => {
        sizes.push(batch.length)
        if (batch.some((item) => unfit.includes(item))) throw error
        done.push(...batch)
        return true
      },
      exclude: async (item) => void excluded.push(item),
    },
  )
  return { sizes, done, excluded }
}

test('INV-03 lo que no se puede facturar se queda solo en pocas mitades, y lo demás se hace', async () => {
  expect(await work(20, [])).toMatchObject({ sizes: [8, 8, 4], excluded: [] })
  const { sizes, done, excluded } = await work(20, [6])
  expect(excluded).toEqual([6])
  expect(done).toEqual([1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20])
  // 8 fails, 4 goes, 4 fails, 2 fails, 1 goes, 1 is excluded, and the size is whole again.
  expect(sizes).toEqual([8, 4, 4, 2, 1, 1, 8, 6])
  expect(await work(3, [1, 2, 3])).toMatchObject({ done: [], excluded: [1, 2, 3] })
})

test('un error que no es de los datos detiene todo, y lo que dice que no siga también', async () => {
  await expect(work(3, [2], new Error('connection lost'))).rejects.toThrow('connection lost')
  const seen: number[] = []
  await runHalving([1, 2, 3], {
    max: 1,
    run: async ([item = 0]) => {
      seen.push(item)
      return item < 2
    },
    exclude: async () => undefined,
  })
  expect(seen).toEqual([1, 2])
})
