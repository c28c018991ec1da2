import { OwnBureau } from './OwnBureau.tsx'
import { OwnPromise } from './OwnPromise.tsx'

/** What the client reads about its overdue debt: its promise to pay, and the notice before a report. One file for the phone. */
export const OwnCollections = () => (
  <>
    <OwnPromise />
    <OwnBureau />
  </>
)
