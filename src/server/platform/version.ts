import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'

const PACKAGE = path.resolve(import.meta.dirname, '../../../package.json')

/** The version of this program. */
export const VERSION: string = z.parse(
  z.object({ version: z.string() }),
  JSON.parse(readFileSync(PACKAGE, 'utf8')),
).version
