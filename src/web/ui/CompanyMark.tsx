import { Avatar } from './Avatar.tsx'
import './Wordmark.css'

type Props = { company: { name: string; logo_url: string | null; initial_letter: string } }

/** The logo, or the initials, and the name of a company, in the place of the wordmark. */
export const CompanyMark = ({ company: { name, logo_url, initial_letter } }: Props) => (
  <span className="wordmark">
    <Avatar shape="square" imageUrl={logo_url} initials={initial_letter.slice(0, 2)} />
    {name}
  </span>
)
