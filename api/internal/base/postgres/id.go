package postgres

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	pgxuuid "github.com/vgarvardt/pgx-google-uuid/v5"
)

// codecs makes a connection send and read ids in binary format, and scan the rows of a RowArray by kept plans. By default pgx
// writes each id as text and parses text: uuid.UUID is a driver.Valuer and a sql.Scanner, which pgx tries before the wrappers of
// pgxuuid. It tries a codec before both.
func codecs(_ context.Context, conn *pgx.Conn) error {
	types := conn.TypeMap()
	pgxuuid.Register(types)
	id := &pgtype.Type{Name: "uuid", OID: pgtype.UUIDOID, Codec: idCodec{}}
	row := &pgtype.Type{Name: "record", OID: pgtype.RecordOID, Codec: recordCodec{plans: scanPlansOf(conn)}}
	types.RegisterTypes([]*pgtype.Type{
		id, {Name: "_uuid", OID: pgtype.UUIDArrayOID, Codec: &pgtype.ArrayCodec{ElementType: id}},
		row, {Name: "_record", OID: pgtype.RecordArrayOID, Codec: &pgtype.ArrayCodec{ElementType: row}},
	})
	return nil
}

type idCodec struct{ pgxuuid.UUIDCodec }

// PlanEncode handles uuid.UUID and *uuid.UUID.
func (c idCodec) PlanEncode(m *pgtype.Map, oid uint32, format int16, value any) pgtype.EncodePlan {
	if format == pgtype.BinaryFormatCode {
		switch value.(type) {
		case uuid.UUID:
			return encodeID{}
		case *uuid.UUID:
			return encodeIDPointer{}
		}
	}
	return c.UUIDCodec.PlanEncode(m, oid, format, value)
}

// PlanScan handles *uuid.UUID; pgx handles pointers to types that it can scan.
func (c idCodec) PlanScan(m *pgtype.Map, oid uint32, format int16, target any) pgtype.ScanPlan {
	if _, is := target.(*uuid.UUID); is && format == pgtype.BinaryFormatCode {
		return scanID{}
	}
	return c.UUIDCodec.PlanScan(m, oid, format, target)
}

type encodeID struct{}

// Encode appends the 16 bytes of the id.
func (encodeID) Encode(value any, buf []byte) ([]byte, error) {
	id := value.(uuid.UUID)
	return append(buf, id[:]...), nil
}

type encodeIDPointer struct{}

// Encode appends the 16 bytes of the id, or nothing for nil, which pgx sends as NULL.
func (encodeIDPointer) Encode(value any, buf []byte) ([]byte, error) {
	id := value.(*uuid.UUID)
	if id == nil {
		return nil, nil
	}
	return append(buf, id[:]...), nil
}

type scanID struct{}

// Scan copies the 16 bytes into the id.
func (scanID) Scan(src []byte, target any) error {
	id := target.(*uuid.UUID)
	if len(src) != len(id) {
		return fmt.Errorf("an id of %d bytes", len(src))
	}
	copy(id[:], src)
	return nil
}
