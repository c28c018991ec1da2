import type { ChildProcess } from 'node:child_process'
import { START_MAX_MS } from './start-limit.ts'

const READY = / listo en (?:http:\/\/localhost:|.* puerto )(\d+)\n/

/**
 * The port of a started process, which takes a free one with PORT=0 and prints it when it is ready. Throws the output of a process
 * that ends before that.
 */
export async function portOf(child: ChildProcess): Promise<number> {
  let output = ''
  const ready = Promise.withResolvers<number>()
  const read = (chunk: unknown): void => {
    output += String(chunk)
    const port = READY.exec(output)?.[1]
    if (port !== undefined) ready.resolve(Number(port))
  }
  const fail = (): void => ready.reject(new Error(`the process did not start:\n${output}`))
  const limit = setTimeout(fail, START_MAX_MS)
  child.stdout?.on('data', read)
  child.stderr?.on('data', read)
  child.once('close', fail)
  try {
    return await ready.promise
  } finally {
    clearTimeout(limit)
    child.off('close', fail)
  }
}
