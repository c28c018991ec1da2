import { OwnAgreement } from './OwnAgreement.tsx'
import { OwnBureau } from './OwnBureau.tsx'
import { OwnPromise } from './OwnPromise.tsx'

/** What the client reads about its overdue debt: its promise to pay, its agreement, and the notice before a report. One file for the phone. */
export const OwnCollections = () => (
  <>
    <OwnPromise />
    <OwnAgreement />
    <OwnBureau />
  </>
)
