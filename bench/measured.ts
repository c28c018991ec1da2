const CORE = ['src/domain/core', 'src/server/core', 'src/server/db', 'db/migrations']

/** The benches, each with the paths that it measures: a change in one of them makes its figure old. */
export const MEASURED = {
  dashboard: [...CORE, 'bench/dashboard.ts', 'bench/months.ts', 'src/domain/dashboard', 'src/server/dashboard'],
  import: [
    ...CORE,
    'bench/import.ts',
    'src/domain/clients',
    'src/server/clients',
    'src/server/contracts',
    'src/server/files',
  ],
  list: [...CORE, 'bench/list.ts', 'bench/months.ts', 'src/domain/invoices', 'src/server/invoices'],
  login: [...CORE, 'bench/login.ts', 'bench/argon.ts', 'src/domain/auth', 'src/server/auth'],
  massive: [
    ...CORE,
    'bench/massive.ts',
    'bench/massive-child.ts',
    'bench/contracts.ts',
    'bench/raw-month.sql',
    'src/domain/invoices',
    'src/server/invoices',
    'src/server/parameters',
  ],
  pdf: ['bench/pdf.ts', 'src/server/documents', 'package-lock.json'],
  portal: ['bench/portal.ts', 'src/web', 'src/domain', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'],
  'provider-hang': [
    ...CORE,
    'bench/provider-hang.ts',
    'src/server/integrations',
    'src/server/payments',
    'src/server/providers/wompi',
  ],
  request: [...CORE, 'bench/request.ts', 'bench/bare.ts', 'src/server/plans', 'package-lock.json'],
  restore: [
    'bench/restore.ts',
    'bench/restore-drill.ts',
    'bench/restore-check.ts',
    'bench/restore-rows.ts',
    'db/migrations',
    'src/server/audit',
    'src/server/invariants',
  ],
  search: [...CORE, 'bench/search.ts', 'bench/months.ts', 'src/domain/search', 'src/server/search'],
  streams: [
    ...CORE,
    'bench/streams.ts',
    'bench/streams-child.ts',
    'src/domain/notifications',
    'src/server/notifications',
  ],
  webhook: [
    ...CORE,
    'bench/webhook.ts',
    'src/server/integrations',
    'src/server/payments',
    'src/server/providers/wompi',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type BenchName = keyof typeof MEASURED
