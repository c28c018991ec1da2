import { printSchemaFiles } from '../src/server/db/print-files.ts'

await printSchemaFiles()
