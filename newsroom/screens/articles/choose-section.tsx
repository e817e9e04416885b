/** Asks for a section before articles are restored whose own was deleted. */
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useSections } from '../../api/queries.ts';
import { ChoiceField, Dialog } from '../../editor/fields.tsx';
import { useWords } from '../../i18n/language.tsx';
import { nounAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';
import { useListWords } from './words.ts';

interface ChooseSectionProps {
  /** How many articles. */
  count: number;
  isPending: boolean;
  onRestore(sectionId: number): void;
  onCancel(): void;
}

export default function ChooseSection({ count, isPending, onRestore, onCancel }: ChooseSectionProps) {
  const { bulk, restoration } = useListWords();
  const { common } = useWords();
  const site = useSite();
  const { data: sections, refetch } = useSections(site.id);
  // A list from before the deletion would offer the deleted section.
  useEffect(() => void refetch(), [refetch]);
  const [chosen, setChosen] = useState<number>();
  const section = chosen ?? sections?.[0]?.id;
  return (
    <Dialog closeLabel={common.cancel} onClose={onCancel} title={restoration.title(count)}>
      <div className="form">
        <p className="note">{restoration.hint(count)}</p>
        {sections?.length === 0 ? (
          <p>
            {restoration.none} <Link href={nounAddress(site.id, 'sections', 'new')}>{restoration.create}</Link>
          </p>
        ) : (
          <ChoiceField
            label={restoration.section}
            onChange={(value) => setChosen(Number(value))}
            options={(sections ?? []).map(({ id, name }) => [String(id), name] as const)}
            value={String(section ?? '')}
          />
        )}
        <div className="dialog-actions">
          <button className="button" onClick={onCancel} type="button">
            {common.cancel}
          </button>
          <button
            className="button primary"
            disabled={section === undefined || isPending}
            onClick={() => section !== undefined && onRestore(section)}
            type="button"
          >
            {bulk.restore}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
