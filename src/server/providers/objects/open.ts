import path from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { folderStore } from './folder.ts'
import { s3Store } from './s3.ts'
import type { ObjectStore } from './store.ts'

/** The store that the configuration says: a bucket, or else a folder in the data folder. */
export const openStore = ({ s3, dataDir }: Config, log: Logger): ObjectStore =>
  s3 === null ? folderStore(path.join(dataDir, 'files')) : s3Store(s3, log)
