type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }

/** Adds an item to the next batch of a key and returns its result. */
export type AddToBatch<Item, Result> = (key: string, item: Item) => Promise<Result>

/**
 * Runs the items of one key in batches of at most `max`, one batch at a time: the items that arrive while a batch runs form the next
 * one. `run` returns one result for each item, in their order. When a batch of several items fails, each of them runs alone, so that
 * an item only fails for its own error. `isOfItem`: whether an error can be of one item; of another error, such as a database that does
 * not answer, all items fail at once, and none waits for the attempts of the others.
 */
export function inBatches<Item, Result>(
  max: number,
  run: (key: string, items: readonly Item[]) => Promise<readonly Result[]>,
  isOfItem: (error: unknown) => boolean = () => true,
): AddToBatch<Item, Result> {
  const queues = new Map<string, Waiting<Item, Result>[]>()

  const runBatch = async (key: string, batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await run(
        key,
        batch.map(({ item }) => item),
      )
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index]
        if (result === undefined) reject(new Error('a batch returned fewer results than items'))
        else resolve(result)
      }
    } catch (error) {
      if (batch.length > 1 && isOfItem(error)) for (const one of batch) await runBatch(key, [one])
      else for (const { reject } of batch) reject(error)
    }
  }

  const runAll = async (key: string, queue: Waiting<Item, Result>[]): Promise<void> => {
    // The items of this turn of the event loop belong to the first batch.
    await new Promise((resolve) => setImmediate(resolve))
    while (queue.length > 0) await runBatch(key, queue.splice(0, max))
    queues.delete(key)
  }

  return (key, item) =>
    new Promise((resolve, reject) => {
      const waiting = { item, resolve, reject }
      const queue = queues.get(key)
      if (queue) return void queue.push(waiting)
      const started = [waiting]
      queues.set(key, started)
      void runAll(key, started)
    })
}
