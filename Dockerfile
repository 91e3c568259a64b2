# The CLI in an image without anything else. `make image` writes the build context: the static binaries of both
# architectures, certificates and licenses.
FROM scratch
ARG TARGETARCH
LABEL org.opencontainers.image.title="cfn-warden" \
      org.opencontainers.image.description="Checks CloudFormation templates and Terraform configurations" \
      org.opencontainers.image.source="https://github.com/cfn-warden/cfn-warden" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --chmod=0755 cfn-warden-${TARGETARCH} /usr/bin/cfn-warden
COPY LICENSE THIRD-PARTY-NOTICES.txt /usr/share/doc/cfn-warden/
# For rules and templates in S3.
COPY ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
ENV PATH=/usr/bin
# Not root; files are mounted at /work: docker run --rm -v "$PWD:/work:ro" cfn-warden check .
USER 65532:65532
WORKDIR /work
ENTRYPOINT ["/usr/bin/cfn-warden"]
CMD ["--help"]
