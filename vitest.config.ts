import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'src/domain/**/*.test.ts',
            'src/web/**/*.test.{ts,tsx}',
            'src/server/config.test.ts',
            'bench/**/*.test.ts',
            'test/architecture.test.ts',
            'test/requirements.test.ts',
            'test/words.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'integration',
          include: ['src/{server,demo,simulators,embedded-postgres}/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [
            'src/server/config.test.ts',
            'test/architecture.test.ts',
            'test/requirements.test.ts',
            'test/words.test.ts',
          ],
          globalSetup: ['test/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
    ],
  },
})
