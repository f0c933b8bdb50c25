import styles from './Points.module.css';
import { Card } from '@/ui/Card';

/** A bulleted list of sentences. */
export function Points({ items }: { items: readonly string[] }) {
  return (
    <Card>
      <ul className="stack stack-8">
        {items.map((item) => (
          <li key={item} className={styles.point}>
            {item}
          </li>
        ))}
      </ul>
    </Card>
  );
}
