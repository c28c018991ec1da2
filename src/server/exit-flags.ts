import { setFlagsFromString } from 'node:v8'

/*
 * Imported first by each program that calls process.exit. With its compilers Maglev and Sparkplug in threads of their own, Node 24
 * sometimes never ends: process.exit waits for the compiler's thread, and that thread, without room for what it compiles, waits for a
 * garbage collection of the main thread (nodejs/node issue 54918; 2 or 3 of 100 exits of a busy machine with each of them, seen with
 * gdb). The hung process does not react to SIGTERM. Maglev is off; Sparkplug compiles in the main thread.
 */
setFlagsFromString('--no-maglev')
setFlagsFromString('--no-concurrent-sparkplug')
