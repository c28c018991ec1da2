import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { build, type Plugin } from 'vite'
import { importsOf, type Manifest } from './screen-files.ts'

/** What opens without a connection: the frame, its dialogs, the public home page, the login and the dashboard. Other screens are kept when first opened. */
export const KEPT = [
  'src/web/shell/AppShell.tsx',
  'src/web/shell/ShellDialogs.tsx',
  'src/web/ui/ToastBox.tsx',
  'src/web/shell/DeskSearch.tsx',
  'src/web/auth/LoginPage.tsx',
  'src/web/public/PublicLayout.tsx',
  'src/web/public/HomePage.tsx',
  'src/web/screens/DashboardScreen.tsx',
  'src/web/dashboard/StaffHome.tsx',
  'src/web/dashboard/FiguresBoard.tsx',
  'src/web/dashboard/TechnicianDay.tsx',
  // What these screens load by itself: one that is missing would take the whole screen with it.
  'src/web/pqr/PqrDue.tsx',
  'src/web/pqr/OpenPqr.tsx',
  'src/web/collections/OwnCollections.tsx',
  'src/web/collections/CollectionsDue.tsx',
  'src/web/platform/MaintenanceSwitch.tsx',
  'src/web/pqr/UrgentCount.tsx',
  'src/web/visits/NextVisits.tsx',
  'src/web/visits/VisitDialog.tsx',
  'src/web/outages/OwnOutages.tsx',
]
/** What opens in the field without a connection, once it was asked for on that device ('Preparar para sin conexión'). */
export const KEPT_IN_FIELD = [
  'src/web/installations/CreateReportPage.tsx',
  'src/web/installations/DeviceReportsPage.tsx',
  'src/web/installations/UnsentReports.tsx',
  // Where the form leads back to.
  'src/web/contracts/ContractsPage.tsx',
  'src/web/contracts/MunicipalityFilter.tsx',
  'src/web/views/ViewMenu.tsx',
  'src/web/ui/Menu.tsx',
  'src/web/ui/ColumnMenu.tsx',
  'src/web/search/SearchPalette.tsx',
]
/** The page of no screen: the server answers it with index.html. */
const SHELL_PAGE = '/app-shell'

/** Builds the service worker (src/web/service-worker.ts) after the app, with the names of the files that it keeps. */
export function serviceWorker(): Plugin {
  let folder = ''
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved: (config) => {
      folder = path.resolve(config.root, config.build.outDir)
    },
    closeBundle: async () => {
      const index = await readFile(path.join(folder, 'index.html'), 'utf8')
      const manifest: Manifest = JSON.parse(await readFile(path.join(folder, '.vite/manifest.json'), 'utf8'))
      const revision = createHash('sha256').update(index).update(JSON.stringify(manifest)).digest('hex').slice(0, 12)
      const shell = listFiles(manifest, KEPT)
      const files = shell.map((url) => ({ url, revision: null }))
      const field = listFiles(manifest, KEPT_IN_FIELD).filter((url) => !shell.includes(url))
      await build({
        configFile: false,
        logLevel: 'warn',
        define: {
          SHELL_FILES: JSON.stringify([{ url: SHELL_PAGE, revision }, ...files]),
          FIELD_FILES: JSON.stringify(field),
          BUILD: JSON.stringify(revision),
          SHELL_PAGE: JSON.stringify(SHELL_PAGE),
        },
        build: {
          outDir: folder,
          emptyOutDir: false,
          copyPublicDir: false,
          target: 'es2023',
          modulePreload: false,
          rolldownOptions: {
            input: path.resolve(import.meta.dirname, '../src/web/service-worker.ts'),
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      })
    },
  }
}

/** The scripts, styles and fonts of the entry and of some screens, as addresses. */
function listFiles(manifest: Manifest, screens: readonly string[]): string[] {
  const entries = Object.keys(manifest).filter((name) => manifest[name]?.isEntry)
  const kept = screens.map((screen) => entryOf(manifest, screen))
  const chunks = [...importsOf(manifest, [...entries, ...kept])].map((name) => manifest[name])
  return [...new Set(chunks.flatMap((chunk) => [chunk?.file ?? '', ...(chunk?.css ?? []), ...(chunk?.assets ?? [])]))]
    .filter((file) => file !== '')
    .map((file) => `/${file}`)
}

/** The entry of a file in the manifest. A file that other screens import too has the name of its chunk, and not its path. */
const entryOf = (manifest: Manifest, screen: string): string =>
  manifest[screen] === undefined
    ? (Object.keys(manifest).find(
        (key) => key.startsWith('_') && manifest[key]?.name === path.basename(screen, path.extname(screen)),
      ) ?? screen)
    : screen
