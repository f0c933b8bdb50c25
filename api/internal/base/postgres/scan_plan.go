package postgres

import (
	"fmt"
	"reflect"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
)

// scanPlans keeps how to scan a PostgreSQL type into a Go type, for one connection. pgx makes a plan for each column of each result
// and for each field of each row of a RowArray, and it finds the plan of a time, a pointer or a named string by trying one wrapper
// after the other. Where a result has a single row, as most screens have, planning takes longer than scanning.
type scanPlans struct {
	types *pgtype.Map
	plans map[scanPlanKey]pgtype.ScanPlan
}

type scanPlanKey struct {
	oid    uint32
	format int16
	target reflect.Type
}

// scanPlansName is where a connection keeps its plans.
const scanPlansName = "loanmarket.scanPlans"

func scanPlansOf(conn *pgx.Conn) *scanPlans {
	kept := conn.PgConn().CustomData()
	plans, known := kept[scanPlansName].(*scanPlans)
	if !known {
		plans = &scanPlans{types: conn.TypeMap(), plans: map[scanPlanKey]pgtype.ScanPlan{}}
		kept[scanPlansName] = plans
	}
	return plans
}

func (p *scanPlans) scan(oid uint32, format int16, src []byte, target any) error {
	key := scanPlanKey{oid, format, reflect.TypeOf(target)}
	plan, known := p.plans[key]
	if !known {
		plan = p.types.PlanScan(oid, format, target)
		p.plans[key] = plan
	}
	return plan.Scan(src, target)
}

// planned returns read with the rows scanned by the kept plans of their connection.
func planned[T any](read pgx.RowToFunc[T]) pgx.RowToFunc[T] {
	return func(row pgx.CollectableRow) (T, error) {
		if rows, is := row.(pgx.Rows); is && rows.Conn() != nil {
			row = plannedRow{row, scanPlansOf(rows.Conn())}
		}
		return read(row)
	}
}

type plannedRow struct {
	pgx.CollectableRow
	plans *scanPlans
}

// Scan scans each column into its target. Errors are those of pgx.
func (r plannedRow) Scan(targets ...any) error {
	columns, values := r.FieldDescriptions(), r.RawValues()
	if len(columns) != len(targets) {
		return fmt.Errorf("%d columns for %d targets", len(columns), len(targets))
	}
	for i, target := range targets {
		if err := r.plans.scan(columns[i].DataTypeOID, columns[i].Format, values[i], target); err != nil {
			return pgx.ScanArgError{ColumnIndex: i, FieldName: columns[i].Name, Err: err}
		}
	}
	return nil
}

// recordCodec scans the rows of a RowArray by kept plans.
type recordCodec struct {
	pgtype.RecordCodec
	plans *scanPlans
}

// PlanScan handles the rows of a RowArray; pgx handles other records.
func (c recordCodec) PlanScan(m *pgtype.Map, oid uint32, format int16, target any) pgtype.ScanPlan {
	if _, is := target.(record); is && format == pgtype.BinaryFormatCode {
		return c
	}
	return c.RecordCodec.PlanScan(m, oid, format, target)
}

// Scan scans the fields of a row in order.
func (c recordCodec) Scan(src []byte, target any) error {
	row := target.(record)
	if src == nil {
		return row.ScanNull()
	}
	fields := pgtype.NewCompositeBinaryScanner(c.plans.types, src)
	for i := 0; fields.Next(); i++ {
		if err := c.plans.scan(fields.OID(), pgtype.BinaryFormatCode, fields.Bytes(), row.ScanIndex(i)); err != nil {
			return err
		}
	}
	return fields.Err()
}
