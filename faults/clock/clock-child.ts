import { readFileSync } from 'node:fs'

/** Loaded before a process of the product: its clock is ahead by the milliseconds in the file of CLOCK_FILE, which is read at each use. */
const file = process.env['CLOCK_FILE'] ?? ''
const RealDate = Date
const now = (): number => RealDate.now() + Number(readFileSync(file, 'utf8') || 0)
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given: unknown[], asked) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, asked),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
})
