import type { Scene } from './scene.ts'

/** Something whose cost is counted. */
export type Case = {
  name: string
  /** What the cost is counted for: a page, an invoice. */
  per: string
  /** Whether one such answer is a page, of a fixed size, or goes through all there is. */
  of: 'page' | 'all'
  /** Rows and index entries that may be read for each. */
  limit: number
  /** The rows of the company that the answer counts for its total, as SQL after `from`: each may be read once, with its index entry. */
  counted?: readonly string[]
  /** Makes what is needed, uncounted. Returns what is counted, which answers how many of `per` it did. */
  prepare(scene: Scene): Promise<() => Promise<number>>
}

/** With or without the statistics that `analyze` gathers. */
export type State = 'no statistics' | 'analyzed'
