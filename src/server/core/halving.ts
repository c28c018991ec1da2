import { isDataError } from './tx.ts'

type Halving<Item> = {
  /** The size of a batch. */
  max: number
  /** Does the work of a batch in one transaction. False ends the work: the items that are left are not touched. */
  run: (batch: readonly Item[]) => Promise<boolean>
  /** Saves that the data of an item do not let its work be done. */
  exclude: (item: Item, error: unknown) => Promise<void>
}

/**
 * Works through items in batches. A batch that fails for its data is halved until the item that fails is alone; that item is excluded, and
 * the next batch has the full size again. Each such item costs at most 2 log2(max) more batches. Throws any other error. Returns whether
 * the work went on to its end.
 */
export async function runHalving<Item>(items: readonly Item[], { max, run, exclude }: Halving<Item>): Promise<boolean> {
  let size = max
  for (let start = 0; start < items.length; ) {
    const batch = items.slice(start, start + size)
    try {
      if (!(await run(batch))) return false
      start += batch.length
    } catch (error) {
      const [first, ...others] = batch
      if (!isDataError(error) || first === undefined) throw error
      if (others.length > 0) {
        size = Math.ceil(batch.length / 2)
        continue
      }
      await exclude(first, error)
      start += 1
      size = max
    }
  }
  return true
}
