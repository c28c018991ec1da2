import { setFlagsFromString } from 'node:v8'

/*
 * Imported first by each program that calls process.exit. With its compiler Maglev, Node 24 sometimes never ends: process.exit waits for
 * the compiler's thread, and that thread, without room for what it compiled, waits for a garbage collection of the main thread
 * (nodejs/node issue 54918; 2 or 3 of 100 exits of a busy machine). The hung process does not react to SIGTERM.
 */
setFlagsFromString('--no-maglev')
