import { expect, test } from 'vitest'
import { type Measure, violationsOf } from './cost/verdict.ts'

/** What one page of a list reads in a company of 1,000 contracts and in one of 10,000. `allowed`: for the total of the list. */
function listOf(
  small: { rows: number; allowed: number; pages?: number },
  large: { rows: number; allowed: number; pages?: number },
): Measure[] {
  const common = { name: 'list', per: 'page', of: 'page', limit: 400, units: 1, failure: null } as const
  const one = (size: number, { rows, allowed, pages = 100 }: typeof small): Measure => ({
    ...common,
    state: 'analyzed',
    size,
    allowed,
    reads: [{ table: 'clients', rows, entries: 0, pages }],
  })
  return [one(1_000, small), one(10_000, large)]
}
const violations = (...sizes: Parameters<typeof listOf>) => violationsOf('list', listOf(...sizes))

test('a list that counts its total may read as many more rows as its total has', () => {
  expect(violations({ rows: 2_150, allowed: 2_000 }, { rows: 20_180, allowed: 20_000 })).toEqual([])
  // The total is counted in the index alone.
  expect(violations({ rows: 1_150, allowed: 2_000 }, { rows: 10_180, allowed: 20_000 })).toEqual([])
  // In the large company the rows of a part of it are read too.
  expect(violations({ rows: 1_550, allowed: 2_000 }, { rows: 19_900, allowed: 20_000 })).toEqual([])
  expect(violations({ rows: 150, allowed: 0 }, { rows: 180, allowed: 0 })).toEqual([])
})

test('one that reads them a second time is found, also below the limit of all that its total may read', () => {
  expect(violations({ rows: 1_150, allowed: 2_000 }, { rows: 20_180, allowed: 20_000 })).toEqual([
    'list (analyzed, 10000 contracts): clients: 20180 rows and index entries read for each page; 20180 in all, and 1150 with 1000, for a total 10 times as large',
  ])
  expect(violations({ rows: 1_150, allowed: 2_000 }, { rows: 20_500, allowed: 20_000 })).toHaveLength(2)
})

test('what a list reads beside its total does not grow, also below the limit', () => {
  expect(violations({ rows: 2_150, allowed: 2_000 }, { rows: 20_350, allowed: 20_000 })).toEqual([
    'list (analyzed, 10000 contracts): clients: 20350 rows and index entries read for each page; 350 in all, and 150 with 1000',
  ])
})

test('the pages of a list with a total grow with the total at most', () => {
  const rows = [
    { rows: 2_150, allowed: 2_000, pages: 100 },
    { rows: 20_180, allowed: 20_000, pages: 1_900 },
  ] as const
  expect(violations(...rows)).toEqual([])
  expect(violations(rows[0], { ...rows[1], pages: 2_100 })).toEqual([
    'list (analyzed, 10000 contracts): clients: 2100 pages looked at for each page; 2100 in all, and 100 with 1000, for a total 10 times as large',
  ])
})
