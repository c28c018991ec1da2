import type { KnipConfig } from 'knip'

/** Files that are started by name: as a thread, as a process, or by npm. Vite, Vitest and Playwright name the rest. */
const STARTED_BY_NAME = [
  'src/server/main.ts!',
  'src/web/main.tsx!',
  'src/web/service-worker.ts!',
  'src/server/clients/statement-worker.ts!',
  'src/server/files/table-worker.ts!',
  'src/server/files/xlsx-write-worker.ts!',
  'src/server/files/pdf-worker.ts!',
  'src/server/pqr/mail-worker.ts!',
  'scripts/*.ts!',
  'faults/run.ts',
  'faults/clock/clock-child.ts',
  'faults/pressure/crowd-child.ts',
  'bench/{run,argon,bare,load,collections-child,massive-child,network-child,pqr-child,documents-simulator,product,streams-child,worker}.ts',
  'e2e/moved-clock.ts',
  'test/bucket-child.ts',
  'test/electronic-child.ts',
  'test/pqr-child.ts',
  'test/run-child.ts',
  'test/model/server-child.ts',
]

/** What nothing imports is refused, in everything (`knip`) and in the product without its tests (`knip --production`). */
const config: KnipConfig = {
  entry: STARTED_BY_NAME,
  // A test may name what its file uses. Without the tests, only what nothing uses at all is refused.
  ignoreExportsUsedInFile: process.argv.includes('--production'),
  project: ['src/**/*.{ts,tsx}!', '!src/**/*.test.{ts,tsx}!', '{test,e2e,bench,faults,scripts}/**/*.ts', '*.ts'],
  // Printed from the database: a type for each table, whether its name is written somewhere or not.
  ignoreIssues: { 'src/server/db/types.ts': ['types'] },
  // A style sheet names its file (src/web/ui/tokens.css), and a test starts its program (test/s3.ts).
  ignoreDependencies: ['@fontsource-variable/figtree', 's3rver'],
  // Of Debian's PostgreSQL, which the restore drill of the bench looks for, and of the system, for the full disk of the faults.
  ignoreBinaries: ['postgres', 'mount', 'umount'],
}

export default config
