import type { Campaign } from '../../../src/sdk/client.ts';
import { flagsOf } from './flags.ts';
import { useCampaignWords } from './words.ts';

/** What is wrong, and who can mend it. */
export function Flags({ campaign }: { campaign: Campaign }) {
  const { flags } = useCampaignWords();
  const set = flagsOf(campaign);
  if (set.length === 0) return null;
  return (
    <ul className="campaign-flags">
      {set.map((flag) => (
        <li key={flag}>{flags[flag].long}</li>
      ))}
    </ul>
  );
}
