import { Client } from 'pg'

/**
 * Loaded before the program of a demo: its clock is moved by messages from the test (`{ aheadMs }`), and what it does every twenty seconds
 * or more it does every second. The database gives the moved time to the check that its clock is that of the process.
 */
let aheadMs = 0
process.on('message', (message) => {
  if (typeof message === 'object' && message !== null && 'aheadMs' in message) aheadMs = Number(message.aheadMs)
})
process.channel?.unref()

const RealDate = Date
const now = (): number => RealDate.now() + aheadMs
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given: unknown[], asked) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, asked),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
})

const SLOW_MS = 20_000
const realInterval = globalThis.setInterval
globalThis.setInterval = new Proxy(realInterval, {
  apply: (target, self, [work, everyMs, ...rest]) =>
    Reflect.apply(target, self, [work, Number(everyMs) >= SLOW_MS ? 1_000 : everyMs, ...rest]),
})

const STORED_CLOCK = 'select clock_timestamp() as at'
const ask = Reflect.get(Client.prototype, 'query')
Client.prototype.query = new Proxy(ask, {
  apply: (target, self, given) => {
    const [statement] = given
    if (statement?.text === STORED_CLOCK) {
      statement.text = `select clock_timestamp() + interval '1 millisecond' * ${aheadMs} as at`
      // A name is of one text, and this one changes.
      statement.name = undefined
    }
    return Reflect.apply(target, self, given)
  },
})
