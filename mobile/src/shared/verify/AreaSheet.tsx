import { useEffect, useState } from 'react';
import { areaText } from './areaText';
import { useAreaNames, useAreas } from './useAreas';
import { useTranslation } from '@/i18n';
import { useConfig } from '@/lib/config';
import { Button } from '@/ui/Button';
import { OptionList } from '@/ui/form/OptionList';
import { Sheet } from '@/ui/overlay/Sheet';
import { QueryView } from '@/ui/QueryView';
import { ListSkeleton } from '@/ui/Skeleton';

interface AreaSheetProps {
  open: boolean;
  onClose: () => void;
  onChange: (codes: string[]) => void;
}

/** Selects an area level by level, one list after the other. */
export function AreaSheet({ open, onClose, onChange }: AreaSheetProps) {
  const { t } = useTranslation('verify');
  const { region } = useConfig();
  const [path, setPath] = useState<string[]>([]);
  const names = useAreaNames(path);
  const areas = useAreas(path[path.length - 1] ?? '', open);
  const level = region.areaLevels[path.length] ?? '';

  useEffect(() => {
    if (open) setPath([]);
  }, [open]);

  return (
    <Sheet track="area" open={open} onClose={onClose} title={t('area.level', { level })}>
      {path.length > 0 && (
        <div className="row">
          <p className="quiet">{areaText(names)}</p>
          <span>
            <Button track="areaAnew" look="text" onClick={() => setPath([])}>
              {t('area.back')}
            </Button>
          </span>
        </div>
      )}
      <QueryView query={areas} skeleton={<ListSkeleton count={4} />}>
        {(data) => (
          <OptionList
            key={path.length}
            label={level}
            value={null}
            choices={data.areas.map(({ code, name }) => ({ value: code, label: name }))}
            onChoose={(code) => {
              const next = [...path, code];
              if (data.areas.find((area) => area.code === code)?.leaf) onChange(next);
              else setPath(next);
            }}
          />
        )}
      </QueryView>
    </Sheet>
  );
}
