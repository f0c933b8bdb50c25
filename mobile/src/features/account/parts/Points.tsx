import styles from './Points.module.css';
import { Card } from '@/ui/Card';

/** A few sentences, each with its point. */
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
