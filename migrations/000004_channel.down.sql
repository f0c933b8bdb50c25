DROP TABLE desk_image_code, desk_conversion, conversion, login_origin, channel_visit, tracking_record, channel;
