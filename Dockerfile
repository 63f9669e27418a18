# DocuQuest in an image with nothing beside it, not even a shell. It reads the folder that is mounted at /folder, as a user
# without rights, and keeps answers in /state:
#
#   docker build -t docuquest .
#   docker run --rm -v "$PWD:/folder:ro" -v docuquest:/state docuquest research "Who found the ring, and when was it sold?"
#
# Settings are variables (-e DOCUQUEST_BASE_URL=... -e DOCUQUEST_MODEL=...), as "help settings" lists them. Where none names
# a service, --network none takes nothing away.

FROM golang:1.26.8-trixie AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG VERSION=devel
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X main.version=$VERSION" -o /out/docuquest ./cmd/docuquest \
 && mkdir -m 700 /out/state

FROM scratch
COPY --from=build /src/LICENSE /src/NOTICE /
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /out/docuquest /usr/bin/
COPY --from=build --chown=65532:65532 /out/state /state
ENV DOCUQUEST_HOME=/state HOME=/state PATH=/usr/bin
USER 65532:65532
VOLUME /state
WORKDIR /folder
ENTRYPOINT ["docuquest"]
