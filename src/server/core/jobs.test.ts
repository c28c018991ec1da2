import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { testApp } from '#test/world.ts'
import { startWorker, waitingTask } from './jobs.ts'

const t = testApp()

/** The text of a query of the driver, which gets a text or an object with it. */
const textOf = (query: unknown): string =>
  typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : String(query)

test('OPS-02 una cola que no pudo leer sus tareas al comenzar vuelve a comenzar, y sus trabajos se hacen', async () => {
  // oxlint-disable-next-line typescript/unbound-method -- called below with the connection as `this`
  const query = Client.prototype.query
  let refused = 0
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
    if (refused < 2 && textOf(args[0]).includes('_private_tasks as tasks (identifier)')) {
      refused += 1
      return Promise.reject(new Error('timeout exceeded when trying to connect'))
    }
    return Reflect.apply(query, this, args)
  })
  const done: string[] = []
  const mark = (name: string) => async () => void done.push(name)
  const tasks = { 'test.mark': mark('one'), 'test.wait': waitingTask(mark('many')) }
  const worker = await startWorker(t.world, t.owner, tasks, [])
  try {
    await t.owner.query(`select graphile_worker.add_job(name, '{}'::json) from unnest($1::text[]) name`, [
      Object.keys(tasks),
    ])
    await vi.waitFor(() => expect(done.toSorted()).toEqual(['many', 'one']), { timeout: 25_000, interval: 100 })
    expect(refused).toBe(2)
  } finally {
    spy.mockRestore()
    await worker.stop()
  }
})
